/**
 * Loaded into every test file's process by the runners: Node's runner ends a file that takes too long with SIGTERM and then waits for it to be
 * gone, but what the file had open (a broker, a browser that was told to end as well) may keep it for ever.
 */
const GRACE_MS = 5000

process.once('SIGTERM', () => setTimeout(() => process.exit(1), GRACE_MS).unref())
