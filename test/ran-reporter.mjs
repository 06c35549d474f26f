/** A reporter for node's test runner: one line for each file in which a test ended. A file without tests is reported by the runner under its own name. */
export default async function* ranFiles(events) {
  const said = new Set()
  for await (const { type, data } of events) {
    const ended = type === 'test:pass' || type === 'test:fail'
    if (!ended || data.file === undefined || data.name === data.file || said.has(data.file)) continue
    said.add(data.file)
    yield `${data.file}\n`
  }
}
