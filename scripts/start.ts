/** `npm start`: builds the app when a source of it has changed, then runs the server. */
import { ensureBuilt } from './build/app-build.ts'

const started = Date.now()
const { weights, output, isNew } = await ensureBuilt(() => console.log('Compilando o aplicativo…'))
if (weights === null) {
  console.error(output)
  console.error('A compilação falhou; veja acima.')
  process.exit(1)
}
if (isNew) console.log(`Aplicativo compilado em ${((Date.now() - started) / 1000).toFixed(0)} s.`)
await import('../server/main.ts')
