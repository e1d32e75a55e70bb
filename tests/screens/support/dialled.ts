/** The addresses that a mounted screen asks the device to open by another app: a test machine opens no `tel:`. */
import { cdp } from 'vitest/browser'

export async function watchDialling(): Promise<() => readonly string[]> {
  const asked: string[] = []
  const session = cdp()
  await session.send('Page.enable')
  session.on('Page.frameRequestedNavigation', ({ url }) => asked.push(url))
  return () => asked
}
