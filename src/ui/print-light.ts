/** Paper has no dark scheme: while the window prints, the page is in the light one. */

const SCHEME = 'data-mantine-color-scheme'

export function printLight(): void {
  const root = document.documentElement
  let isDark = false
  const begin = () => {
    if (root.getAttribute(SCHEME) !== 'dark') return
    isDark = true
    root.setAttribute(SCHEME, 'light')
  }
  const end = () => {
    if (isDark) root.setAttribute(SCHEME, 'dark')
    isDark = false
  }
  window.addEventListener('beforeprint', begin)
  window.addEventListener('afterprint', end)
  // A page that is saved as PDF or previewed for print reports no more than this.
  window.matchMedia('print').addEventListener('change', ({ matches }) => (matches ? begin() : end()))
}
