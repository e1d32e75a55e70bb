/** How the pages without login ask the server. A failure is a value. */

const TIMEOUT_MS = 20_000

/** Null: no answer. */
export async function ask(path: string, init: RequestInit = {}): Promise<Response | null> {
  const end = new AbortController()
  const timer = setTimeout(() => end.abort(), TIMEOUT_MS)
  try {
    return await fetch(`/api${path}`, { ...init, signal: end.signal, cache: 'no-store' })
  } catch {
    // The network is gone, or the server does not answer in time.
    return null
  } finally {
    clearTimeout(timer)
  }
}

/** A body that is no JSON comes from a captive portal. */
export async function bodyOf(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    return null
  }
}

export const post = (body: object, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})
