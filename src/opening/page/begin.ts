/**
 * Runs before the app's modules and before the first paint: vite.config.ts builds it to one classic script, `begin.js`. With a session it
 * shows the kept painting and then asks for the app's code, so that the first cards wait for none of it.
 * docs/architecture.md#the-first-painting
 */
import { tokenKey } from '../../db/session/token-key.ts'
import { readHint } from '../painting/hint.ts'
import { sideNow } from '../painting/layout.ts'
import { watchTaps } from './early-taps.ts'
import { fitsHint, showPainting } from './show-painting.ts'

/** The files of each kind of start, as the build names them: vite.config.ts. Empty on a server of sources. */
const files = document.currentScript?.dataset ?? {}

/** A browser that blocks cookies blocks both stores. The page then shows a sentence (index.html), and the app does not start. */
function openStores(): Storage | null {
  try {
    const store = localStorage
    // The store of this origin is opened while the app's code is still on its way.
    void indexedDB.databases?.()?.catch(() => undefined)
    return store
  } catch {
    document.documentElement.dataset.blocked = ''
    return null
  }
}

/** A chosen colour scheme doesn't flash in the other. Mantine reads and writes the same. */
function setScheme(store: Storage | null): void {
  const chosen = store?.getItem('mantine-color-scheme-value')
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light'
}

function linkTo(href: string): void {
  const link = document.createElement('link')
  if (href.endsWith('.js')) link.rel = 'modulepreload'
  else {
    link.rel = 'preload'
    link.as = href.endsWith('.css') ? 'style' : 'font'
  }
  link.crossOrigin = ''
  link.href = href
  document.head.append(link)
}

const listed = (names: string | undefined): string[] => (names ?? '').split(' ').filter((name) => name !== '')

/** Asks for the code of a start, all of it at once, and runs it. */
function loadCode(paths: readonly string[]): void {
  for (const path of paths) linkTo(path)
  if (files.entry === undefined) return
  const script = document.createElement('script')
  script.type = 'module'
  script.crossOrigin = ''
  script.src = files.entry
  document.head.append(script)
}

const isCode = (path: string) => path.endsWith('.js')

/** A protected device needs what opens its store besides. */
function pathsOf(token: string | null): string[] {
  const ofStart = token ? files.signedIn : files.signedOut
  return [...listed(files.shared), ...listed(ofStart), ...(token === 'sealed' ? listed(files.sealed) : [])]
}

function begin(store: Storage): void {
  const token = store.getItem(tokenKey(location.hostname))
  const paths = pathsOf(token)
  if (!token) return loadCode(paths)
  const taps = watchTaps()
  const now = { store, token, build: files.build ?? '' }
  const hint = token === 'sealed' ? null : readHint(store, sideNow())
  if (hint === null || !fitsHint(hint, now)) return loadCode(paths)
  for (const path of paths) if (!isCode(path)) linkTo(path)
  const painted = showPainting(hint, now)
  void painted.shown.then((nodes) => taps.painted(nodes))
  // However it ends.
  void painted.done.finally(() => loadCode(paths.filter(isCode)))
}

const store = openStores()
setScheme(store)
if (store !== null) begin(store)
