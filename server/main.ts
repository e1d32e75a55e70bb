/** The server process: reads the configuration, starts, stops gracefully. A failure to start prints one line. */
import { readConfig } from './base/config.ts'
import { makeNothingForOthers } from './base/private-files.ts'
import { sayTo } from './base/say.ts'
import { explainFailure } from './context/failure-reasons.ts'
import { startServer } from './entry/start-server.ts'

const say = sayTo(process.stdout)
const sayLast = sayTo(process.stderr, { fatal: true })

function fail(prefix: string, error: unknown): never {
  sayLast(`${prefix}: ${explainFailure(error)}`)
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
  // The signal handlers are set before this line, so a process that reads it may send a signal at once.
  say(`Farol no ar em ${server.address}`)
} catch (error) {
  fail('Farol não pôde iniciar', error)
}
