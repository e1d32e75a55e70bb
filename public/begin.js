// Runs before the app's modules and before the first paint.

// A browser that blocks cookies blocks both stores. The page then shows a sentence (index.html), and the app does not start.
let store = null
try {
  store = localStorage
  // The store of this origin is opened while the app's code is still on its way.
  void indexedDB.databases?.()?.catch(() => undefined)
} catch {
  store = null
}
if (store === null) document.documentElement.dataset.blocked = ''

// The build names the code of a signed-in start and that of the sign-in screen. The key: src/db/session/token-key.ts.
const key = location.hostname.includes('stg') ? 'stg_farol_token' : 'farol_token'
const { signedIn, signedOut, sealed } = document.currentScript.dataset
const token = store?.getItem(key)
// A protected device needs what opens its store besides.
const files = token === 'sealed' ? `${signedIn} ${sealed}` : token ? signedIn : signedOut
if (signedIn !== undefined && store !== null)
  for (const href of files.split(' ')) {
    const link = document.createElement('link')
    if (href.endsWith('.js')) link.rel = 'modulepreload'
    else {
      link.rel = 'preload'
      link.as = href.endsWith('.css') ? 'style' : 'font'
      link.crossOrigin = ''
    }
    link.href = href
    document.head.append(link)
  }

// A chosen colour scheme doesn't flash in the other. Mantine reads and writes the same.
const chosen = store?.getItem('mantine-color-scheme-value')
const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light'
