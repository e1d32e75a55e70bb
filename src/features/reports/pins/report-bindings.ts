/** The calls of each report that can be pinned, by its path, one line each. Each lies in the chunk of its screen. */
import { type Pinnable, pinnable } from './pinnable.ts'

export const REPORT_BINDINGS: Readonly<Record<string, () => Promise<Pinnable>>> = {
  '/relatorio-indicacoes-corretora': async () =>
    pinnable((await import('../screens/BrokerIndications.tsx')).binding),
}
