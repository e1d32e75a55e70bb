/** The telephone of a device that dials by itself. */
import { onTestFinished } from 'vitest'

/** Returns the addresses that the page dials from now on. The browser would ask before it opens one. */
export function withTelephone(): readonly string[] {
  const dialled: string[] = []
  const take = (event: NavigateEvent) => {
    if (!event.destination.url.startsWith('tel:')) return
    event.preventDefault()
    dialled.push(event.destination.url)
  }
  window.navigation.addEventListener('navigate', take)
  onTestFinished(() => window.navigation.removeEventListener('navigate', take))
  return dialled
}
