/** What an operator has not set and should: said at the start, in the log, and on 'Configurações'. */
import type { Settings } from '../src/domain/settings/settings.ts'
import type { AppContext } from './app-context.ts'
import { namedController } from './queries/brokerage.ts'

export interface ConfigWarning {
  /** The variable of the environment. */
  readonly variable: string
  /** For administrators, who may not be those who run the server. */
  readonly text: string
}

/** Returns the warnings, none for a complete configuration. */
export function configWarnings(
  place: Pick<AppContext, 'config'>,
  settings: Settings,
): readonly ConfigWarning[] {
  // With a public address strangers read the consent, which must name somebody (LGPD, articles 9 and 41).
  if (place.config.publicUrl === null || namedController(place, settings).name !== '') return []
  return [
    {
      variable: 'CONTROLLER_NAME',
      text:
        'Falta dizer quem responde pelos dados pessoais (LGPD). A página dos links de indicação mostra esse nome ' +
        'no consentimento. Um administrador o define em Configurações, ou quem administra o servidor em CONTROLLER_NAME ' +
        'e CONTROLLER_CONTACT.',
    },
  ]
}
