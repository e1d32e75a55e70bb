/** The number on the app's icon: docs/rules.md#notices. Browsers without the Badging API show none. */

/** 0 shows none. */
export function showAppBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return
  const shown = count === 0 ? navigator.clearAppBadge() : navigator.setAppBadge(count)
  shown.catch(() => {
    // The app is not installed, or the system shows no badges.
  })
}
