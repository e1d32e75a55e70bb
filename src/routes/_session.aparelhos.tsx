/** /aparelhos: docs/rules.md#devices */
import { createFileRoute } from '@tanstack/react-router'
import { DevicesScreen } from '../features/devices/DevicesScreen.tsx'
import { devicesSearchSchema } from '../features/devices/devices-search.ts'
import { useSessionUser } from '../features/session/useSessionUser.ts'
import { useScreenSearch } from './-useScreenSearch.ts'

export const Route = createFileRoute('/_session/aparelhos')({
  component: DevicesRoute,
})

function DevicesRoute() {
  const user = useSessionUser()
  const [search, setSearch] = useScreenSearch(devicesSearchSchema)
  if (user === null) return null
  return <DevicesScreen user={user} search={search} onSearch={setSearch} />
}
