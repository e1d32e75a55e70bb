/** `npm start`: builds the app when the sources are newer than the build, then runs the server. */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { runStep } from './run-step.ts'

const root = join(import.meta.dirname, '..')

/** The latest change below a path, epoch ms; 0 for a missing path. */
async function newest(path: string): Promise<number> {
  const found = await stat(path).catch(() => null)
  if (found === null) return 0
  if (!found.isDirectory()) return found.mtimeMs
  const entries = await readdir(path)
  const times = await Promise.all(entries.map((entry) => newest(join(path, entry))))
  return Math.max(0, ...times)
}

const sources = ['src', 'public', 'index.html', 'vite.config.ts', 'package-lock.json']
const [built, changed] = await Promise.all([
  newest(join(root, 'dist', 'index.html')),
  Promise.all(sources.map((source) => newest(join(root, source)))).then((times) => Math.max(...times)),
])

if (built < changed) {
  console.log('Compilando o aplicativo…')
  const build = await runStep({ name: 'vite', command: ['node', 'scripts/build.ts', '--logLevel', 'warn'] })
  if (build.code !== 0) {
    console.error(build.output)
    console.error('A compilação falhou; veja acima.')
    process.exit(1)
  }
  console.log(`Aplicativo compilado em ${build.seconds.toFixed(0)} s.`)
}
await import('../server/main.ts')
