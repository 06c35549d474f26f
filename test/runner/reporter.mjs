/** A reporter for node's test runner: a line of JSON for each test or suite that ended. */
export default async function* endedTests(events) {
  for await (const { type, data } of events) {
    if (type !== 'test:pass' && type !== 'test:fail') continue
    const { file, name, nesting, skip, todo } = data
    const isSuite = data.details?.type === 'suite'
    const left = skip === undefined && todo === undefined ? {} : { left: String(skip ?? todo) }
    yield `${JSON.stringify({ file, name, isSuite, ms: nesting === 0 ? data.details.duration_ms : 0, passed: type === 'test:pass', ...left })}\n`
  }
}
