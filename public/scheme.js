// The store of this origin is opened while the app's code is still on its way.
void indexedDB.databases?.()
// Runs before the first paint, so that a chosen colour scheme doesn't flash in the other. Mantine reads and writes the same.
const chosen = localStorage.getItem('mantine-color-scheme-value')
const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light'
