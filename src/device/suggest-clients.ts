/** Looks up clients by what is typed: on the device after a short pause, on the server after a longer one. */
import type { Client } from '../domain/client/client.ts'

/** Milliseconds without a key. The server counts look-ups (docs/rules.md#quotas), so its pause is longer. */
const PAUSE_MS = { here: 250, server: 600 } as const

interface Sources {
  readonly here: () => Promise<readonly Client[]>
  /** Returns the known clients and the server's. */
  readonly more: (known: readonly Client[], signal: AbortSignal) => Promise<readonly Client[]>
}

/** Shows the device's clients, then also the server's. Returns a function that stops it. */
export function suggestClients(
  { here, more }: Sources,
  show: (clients: readonly Client[]) => void,
): () => void {
  const stop = new AbortController()
  const rest = (pauseMs: number) => new Promise<void>((resolve) => setTimeout(resolve, pauseMs))
  const suggest = async () => {
    await rest(PAUSE_MS.here)
    if (stop.signal.aborted) return
    const pause = rest(PAUSE_MS.server - PAUSE_MS.here)
    const known = await here()
    if (stop.signal.aborted) return
    show(known)
    await pause
    if (stop.signal.aborted) return
    const all = await more(known, stop.signal)
    if (!stop.signal.aborted) show(all)
  }
  void suggest()
  return () => stop.abort()
}
