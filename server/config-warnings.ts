/** What an operator has not set and should: said at the start, in the log, and on 'Configurações'. */
import { type Config, UNNAMED_CONTROLLER } from './config.ts'

export interface ConfigWarning {
  /** The variable of the environment. */
  readonly variable: string
  /** For administrators, who may not be those who run the server. */
  readonly text: string
}

/** Returns the warnings, none for a complete configuration. */
export function configWarnings({ publicUrl, controller }: Config): readonly ConfigWarning[] {
  // With a public address strangers read the consent, which must name somebody (LGPD, articles 9 and 41).
  if (publicUrl === null || controller.name !== UNNAMED_CONTROLLER) return []
  return [
    {
      variable: 'CONTROLLER_NAME',
      text:
        'Falta dizer quem responde pelos dados pessoais (LGPD). A página dos links de indicação mostra esse nome ' +
        'no consentimento. Quem administra o servidor o define em CONTROLLER_NAME, e o contato em CONTROLLER_CONTACT.',
    },
  ]
}
