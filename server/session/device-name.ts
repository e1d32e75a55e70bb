/** What a browser says of itself, in words that its user knows. */
import Bowser from 'bowser'

/** Returns 'Chrome no Windows', or null where the header does not say. */
export function deviceName(userAgent: string | undefined): string | null {
  if (userAgent === undefined || userAgent === '') return null
  const { browser, os } = Bowser.parse(userAgent.slice(0, 500))
  const words = [browser.name, os.name].filter((name) => name !== undefined && name !== '')
  return words.length === 0 ? null : words.join(' no ').slice(0, 80)
}
