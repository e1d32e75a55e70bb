// Runs before the app's modules and before the first paint.

// The store of this origin is opened while the app's code is still on its way.
void indexedDB.databases?.()

// The build names the code of a signed-in start and that of the sign-in screen. The key: src/db/session/token-key.ts.
const key = location.hostname.includes('stg') ? 'stg_farol_token' : 'farol_token'
const { signedIn, signedOut } = document.currentScript.dataset
const files = localStorage.getItem(key) === null ? signedOut : signedIn
if (files !== undefined)
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
const chosen = localStorage.getItem('mantine-color-scheme-value')
const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light'
