/** /configuracoes: docs/rules.md#settings */
import { createFileRoute } from '@tanstack/react-router'
import { SettingsTabs } from '../features/administration/settings/SettingsTabs.tsx'
import { settingsSearchSchema } from '../features/administration/settings/settings-search.ts'
import { useSessionUser } from '../features/session/useSessionUser.ts'
import { useScreenSearch } from './-useScreenSearch.ts'

export const Route = createFileRoute('/_session/configuracoes')({ component: SettingsRoute })

function SettingsRoute() {
  const user = useSessionUser()
  const [search, setSearch] = useScreenSearch(settingsSearchSchema)
  return user === null ? null : <SettingsTabs user={user} search={search} onSearch={setSearch} />
}
