/** A reporter for node's test runner: a line of JSON for each test that ended. Suites are not told. */
export default async function* endedTests(events) {
  for await (const { type, data } of events) {
    if ((type !== 'test:pass' && type !== 'test:fail') || data.details?.type === 'suite') continue
    const { file, name, skip, todo } = data
    const left = skip === undefined && todo === undefined ? {} : { left: String(skip ?? todo) }
    yield `${JSON.stringify({ file, name, passed: type === 'test:pass', ...left })}\n`
  }
}
