interface Waiter {
  readonly n: number
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

/** Keeps who waits for which record. Bounded by the queue, because nobody can wait for a record that was not appended. */
export function waiters() {
  let list: Waiter[] = []
  return {
    add: (n: number) =>
      new Promise<void>((resolve, reject) => {
        list.push({ n, resolve, reject })
      }),
    resolveTo: (n: number) => {
      const ready = list.filter((waiter) => waiter.n <= n).sort((a, b) => a.n - b.n)
      if (ready.length === 0) return
      list = list.filter((waiter) => waiter.n > n)
      for (const waiter of ready) waiter.resolve()
    },
    rejectAll: (error: Error) => {
      const all = list
      list = []
      for (const waiter of all) waiter.reject(error)
    },
  }
}
