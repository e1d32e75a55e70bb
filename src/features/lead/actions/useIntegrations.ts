/** The outside services of this Farol, as of the last sync. */

import type { Integrations } from '../../../domain/settings/integrations.ts'
import { useStored } from '../../../opening/useStored.ts'

/** Returns undefined until they are read. */
export function useIntegrations(userId: number): Integrations | undefined {
  return useStored(
    async ({ catalogue, integrationsFrom, openMirror }) =>
      integrationsFrom(await catalogue(openMirror(userId), 'setting')),
    [userId],
  )
}
