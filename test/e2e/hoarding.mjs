/** Loaded before the daemon: with SIGUSR2 it lets nothing go that it makes, until V8 has no more room. */
process.on('SIGUSR2', () => {
  const hoard = []
  for (;;) hoard.push(Array.from({ length: 100_000 }, (_, n) => ({ n })))
})
