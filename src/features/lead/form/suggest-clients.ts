/** When a name that is typed is looked for: here soon, on the server once the typing rests. */
import type { Client } from '../../../domain/client/client.ts'

/** Milliseconds without a key. A look-up on the server is counted (docs/rules.md#quotas): it waits for longer. */
const PAUSE_MS = { here: 250, server: 600 } as const

interface Sources {
  readonly here: () => Promise<readonly Client[]>
  /** Those of the server beside the known ones. */
  readonly more: (known: readonly Client[], signal: AbortSignal) => Promise<readonly Client[]>
}

/** Shows whom this device knows, then the server's too. Answers how to stop, which shows nothing any more. */
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
