/** The process: configuration from the environment, start, graceful stop. A failure to start is one clear line. */
import { ConfigError, readConfig } from './config.ts'
import { DataDirInUse } from './db/data-dir-lock.ts'
import { startServer } from './start-server.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof DataDirInUse) return error.message
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'EADDRINUSE') return 'A porta já está em uso. Escolha outra com PORT.'
  if (code === 'EACCES') return 'Sem permissão para usar esta porta ou pasta.'
  if (code === 'ECONNREFUSED') return 'O PostgreSQL de DATABASE_URL não responde.'
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

const STOP_WITHIN_MS = 10_000

try {
  const server = await startServer(readConfig(process.env), say)
  say(`Farol no ar em ${server.address}`)
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    say('Encerrando…')
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
    server.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${explain(error)}\n`)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
} catch (error) {
  process.stderr.write(`Farol não pôde iniciar: ${explain(error)}\n`)
  process.exit(1)
}
