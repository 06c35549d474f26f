/**
 * A reporter for node's test runner: a line of JSON for each file in which a test ended, and one for each test that was left out, with its reason. A
 * file without tests is reported by the runner under its own name.
 */
export default async function* ranFiles(events) {
  const said = new Set()
  for await (const { type, data } of events) {
    const ended = type === 'test:pass' || type === 'test:fail'
    if (!ended || data.file === undefined || data.name === data.file) continue
    if (typeof data.skip === 'string') yield `${JSON.stringify({ file: data.file, skipped: data.skip })}\n`
    if (said.has(data.file)) continue
    said.add(data.file)
    yield `${JSON.stringify({ file: data.file })}\n`
  }
}
