/** The databases that this page has open, which it leaves and takes back: presence.ts. */
import { freeze, resume } from './presence.ts'

interface PageStores {
  readonly close: () => void
  readonly open: () => Promise<void>
  /** Makes every live query read again. */
  readonly reread: () => void
}

const present = new Set<PageStores>()

/** Call it before they open. Returns a function that forgets them. */
export function keepPageStores(stores: PageStores): () => void {
  present.add(stores)
  return () => {
    present.delete(stores)
  }
}

/** Closes every database as the page goes into the back/forward cache or is frozen. */
export function freezeStores(): void {
  freeze(() => {
    for (const { close } of present) close()
  })
}

/** Opens the databases again when the page returns for the same user. Live queries then read again. */
export async function resumeStores(): Promise<void> {
  await Promise.all([...present].map(({ open }) => open()))
  resume()
  for (const { reread } of present) reread()
}
