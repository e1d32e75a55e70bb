/** Finds a Chromium for the browser tests, or installs one. */
import { access, constants } from 'node:fs/promises'
import { chromium } from 'playwright'
import { runStep } from '../run-step.ts'
import { installDebianPackage } from './debian-package.ts'

const usual = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
]

export async function firstExecutable(paths: readonly string[]): Promise<string | null> {
  for (const path of paths) {
    if (
      await access(path, constants.X_OK).then(
        () => true,
        () => false,
      )
    )
      return path
  }
  return null
}

/**
 * Returns the path of a Chromium: $CHROMIUM, an installed one, Playwright's, or Debian's; null when none can be
 * installed.
 */
export async function findBrowser(): Promise<string | null> {
  const candidates = [
    ...(process.env.CHROMIUM ? [process.env.CHROMIUM] : []),
    ...usual,
    chromium.executablePath(),
  ]
  const present = await firstExecutable(candidates)
  if (present !== null) return present
  await runStep({ name: 'playwright', command: ['npx', 'playwright', 'install', 'chromium'] })
  const downloaded = await firstExecutable([chromium.executablePath()])
  if (downloaded !== null) return downloaded
  return (await installDebianPackage('chromium')) ? firstExecutable(usual) : null
}
