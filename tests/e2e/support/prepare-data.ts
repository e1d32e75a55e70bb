/** Fills one data folder with the demo before all specs, so that each server starts from a copy in a second. */
import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { ROOT, TEMPLATE } from './paths.ts'

export default async function prepareData(): Promise<void> {
  await rm(TEMPLATE, { recursive: true, force: true })
  const child = spawn(process.execPath, ['server/demo/main.ts', '--leads', '1000'], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: TEMPLATE, DATABASE_URL: '' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  if (code !== 0) throw new Error(`the demo data could not be made (exit ${code})`)
}
