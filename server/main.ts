/** The server process: reads the configuration, starts, stops gracefully. A failure to start prints one line. */
import { readConfig } from './config.ts'
import { makeNothingForOthers } from './private-files.ts'
import { sayTo } from './say.ts'
import { startServer } from './start-server.ts'

const say = sayTo(process.stdout)
const sayLast = sayTo(process.stderr, { fatal: true })

/** Messages for the person who starts Farol, by error code of the system or PostgreSQL. */
const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'a porta já está em uso. Escolha outra com PORT.',
  EADDRNOTAVAIL: 'este computador não tem o endereço de HOST.',
  EACCES: 'sem permissão para usar esta porta ou pasta (PORT, DATA_DIR).',
  EROFS: 'a pasta de DATA_DIR não aceita escrita.',
  ENOSPC: 'não há espaço em disco.',
  '53100': 'não há espaço no disco do banco de dados.',
  ECONNREFUSED: 'o PostgreSQL de DATABASE_URL não responde.',
  ENOTFOUND: 'o servidor de DATABASE_URL não foi encontrado.',
  '28P01': 'o PostgreSQL recusou o usuário ou a senha de DATABASE_URL.',
  '28000': 'o PostgreSQL recusou o usuário de DATABASE_URL.',
  '3D000': 'o banco de dados de DATABASE_URL não existe. Crie-o com createdb.',
  '42501': 'o usuário de DATABASE_URL não pode criar tabelas neste banco.',
}

function explain(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return REASONS[code] ?? (error instanceof Error ? error.message : String(error))
}

function fail(prefix: string, error: unknown): never {
  sayLast(`${prefix}: ${explain(error)}`)
  process.exit(1)
}

const STOP_WITHIN_MS = 10_000

makeNothingForOthers()

try {
  const server = await startServer(readConfig(process.env), say)
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    say('Encerrando…')
    setTimeout(() => fail('Farol não encerrou a tempo', 'processo interrompido'), STOP_WITHIN_MS).unref()
    server.stop().then(
      () => process.exit(0),
      (error: unknown) => fail('Farol não encerrou bem', error),
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // The signal handlers are set by now: a process that reads this line may send a signal at once.
  say(`Farol no ar em ${server.address}`)
} catch (error) {
  fail('Farol não pôde iniciar', error)
}
