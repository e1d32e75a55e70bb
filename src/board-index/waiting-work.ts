/** Work in the background that waits for its time, by name. */
export class WaitingWork {
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>()
  #closed = false

  /** What waits is not done. */
  close(): void {
    this.#closed = true
    for (const timer of this.#timers.values()) clearTimeout(timer)
    this.#timers.clear()
  }

  /** Runs the work once after `afterMs`. A call while it is scheduled restarts the time. */
  whenQuiet(name: string, afterMs: number, work: () => Promise<void>): void {
    clearTimeout(this.#timers.get(name))
    this.#timers.delete(name)
    this.later(name, afterMs, work)
  }

  /** Runs the work once after `afterMs`. A call while it is scheduled does nothing. */
  later(name: string, afterMs: number, work: () => Promise<void>): void {
    if (this.#closed || this.#timers.has(name)) return
    const timer = setTimeout(() => {
      this.#timers.delete(name)
      // A full disk or a closed database: journal and rows are complete, and the next change or question tries again.
      work().catch(() => undefined)
    }, afterMs)
    this.#timers.set(name, timer)
  }
}
