/** Runs tests/browsers on WebKitGTK and Firefox. Finds or installs both, and builds the app. */
import { findFirefox, findWebKitGtk } from '../find/other-browsers.ts'
import type { Proof } from './proof.ts'

const ENGINES = [
  { project: 'webkitgtk', find: findWebKitGtk, packages: 'webkit2gtk-driver e xvfb' },
  { project: 'firefox', find: findFirefox, packages: 'firefox-esr' },
]

/** `parameters` are for Playwright: files, `--grep`. */
export async function proveOtherBrowsers(proof: Proof, parameters: readonly string[] = []): Promise<void> {
  const projects: string[] = []
  for (const { project, find, packages } of ENGINES) {
    // In one word: after `--project` alone Playwright takes a file that follows for another project.
    if ((await find()) !== null) projects.push(`--project=${project}`)
    else
      proof.notRun(
        `${project}: não encontrado, e os pacotes Debian ${packages} não podem ser instalados aqui`,
        { isFailure: true },
      )
  }
  if (projects.length === 0 || !(await proof.buildApp())) return
  const config = ['--config', 'tests/browsers/playwright.config.ts']
  await proof.playwright('outros navegadores', [...config, ...projects, ...parameters])
}
