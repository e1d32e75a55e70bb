/** Builds the app as a later version from the same sources. */
import { spawn } from 'node:child_process'
import { ROOT } from './paths.ts'

export async function buildVersion(version: string, folder: string): Promise<void> {
  const child = spawn('npx', ['vite', 'build', '--logLevel', 'error', '--outDir', folder, '--emptyOutDir'], {
    cwd: ROOT,
    env: { ...process.env, APP_VERSION: version },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  if (code !== 0) throw new Error(`the build of ${version} failed`)
}
