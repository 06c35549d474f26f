/** What is waiting, the highest score first; of equals, what came first. */
export class Queue<T> {
  readonly #heap: { score: number; order: number; value: T }[] = []
  #order = 0

  push(score: number, value: T): void {
    const heap = this.#heap
    const item = { score, order: this.#order++, value }
    let at = heap.push(item) - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!isBefore(item, heap[parent] as typeof item)) break
      heap[at] = heap[parent] as typeof item
      at = parent
    }
    heap[at] = item
  }

  pop(): { readonly score: number; readonly value: T } | undefined {
    const heap = this.#heap
    const [first] = heap
    const last = heap.pop()
    if (first === undefined || last === undefined || heap.length === 0) return first
    let at = 0
    for (;;) {
      let child = at * 2 + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && isBefore(heap[child + 1] as typeof last, heap[child] as typeof last)) child++
      if (!isBefore(heap[child] as typeof last, last)) break
      heap[at] = heap[child] as typeof last
      at = child
    }
    heap[at] = last
    return first
  }
}

const isBefore = (one: { score: number; order: number }, other: { score: number; order: number }): boolean =>
  one.score > other.score || (one.score === other.score && one.order < other.order)
