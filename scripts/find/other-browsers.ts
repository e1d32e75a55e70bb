/** Finds WebKitGTK and Firefox for the tests on other engines, or installs Debian's packages. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { firstExecutable } from './browser.ts'
import { installDebianPackage } from './debian-package.ts'

/** Returns the first existing path, installing the Debian package if needed; null when that fails. */
async function findOrInstall(paths: () => Promise<string[]>, debianPackage: string): Promise<string | null> {
  const present = await firstExecutable(await paths())
  if (present !== null) return present
  return (await installDebianPackage(debianPackage)) ? firstExecutable(await paths()) : null
}

/** $FIREFOX may name another one. */
export const findFirefox = (): Promise<string | null> =>
  findOrInstall(
    async () => [...(process.env.FIREFOX ? [process.env.FIREFOX] : []), '/usr/bin/firefox-esr'],
    'firefox-esr',
  )

export interface WebKitGtk {
  readonly driver: string
  /** The browser that the driver starts. */
  readonly browser: string
  /** Xvfb, a display in memory. */
  readonly screen: string
}

/** Paths of MiniBrowser, the newest API version first. Debian installs it beside the library, by architecture. */
async function miniBrowsers(): Promise<string[]> {
  const architectures = (await readdir('/usr/lib').catch(() => [])).filter((name) =>
    name.endsWith('-linux-gnu'),
  )
  const found = await Promise.all(
    architectures.map(async (architecture) => {
      const folder = join('/usr/lib', architecture)
      const libraries = (await readdir(folder)).filter((name) => name.startsWith('webkit2gtk-4.'))
      return libraries.map((library) => join(folder, library, 'MiniBrowser'))
    }),
  )
  return found.flat().sort().reverse()
}

/** null when any part can't be installed. */
export async function findWebKitGtk(): Promise<WebKitGtk | null> {
  const driver = await findOrInstall(async () => ['/usr/bin/WebKitWebDriver'], 'webkit2gtk-driver')
  const browser = await findOrInstall(miniBrowsers, 'libwebkit2gtk-4.1-0')
  const screen = await findOrInstall(async () => ['/usr/bin/Xvfb'], 'xvfb')
  return driver === null || browser === null || screen === null ? null : { driver, browser, screen }
}
