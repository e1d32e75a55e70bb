/** The outside services of this Farol, as of the last sync. */
import { useLiveQuery } from 'dexie-react-hooks'
import { openMirror } from '../../../db/mirror/mirror.ts'
import { catalogue } from '../../../db/mirror/reads.ts'
import { type Integrations, integrationsFrom } from '../../../domain/settings/integrations.ts'

const NONE = integrationsFrom([])

export function useIntegrations(userId: number): Integrations {
  return (
    useLiveQuery(async () => integrationsFrom(await catalogue(openMirror(userId), 'setting')), [userId]) ??
    NONE
  )
}
