/** Loaded before the daemon: with SIGUSR2 its event loop stops turning for ever. */
process.on('SIGUSR2', () => {
  for (;;);
})
