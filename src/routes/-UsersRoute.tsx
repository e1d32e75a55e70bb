/** The list of users, and over it the dialog of a new administrator. */
import { useNavigate } from '@tanstack/react-router'
import { UsersScreen } from '../features/administration/users/UsersScreen.tsx'
import { usersSearchSchema } from '../features/administration/users/users-search.ts'
import { useSessionUser } from '../features/session/useSessionUser.ts'
import { useScreenSearch } from './-useScreenSearch.ts'

export function UsersRoute({ createsAdmin }: { readonly createsAdmin: boolean }) {
  const user = useSessionUser()
  const [search, setSearch] = useScreenSearch(usersSearchSchema)
  const navigate = useNavigate()
  if (user === null) return null
  return (
    <UsersScreen
      user={user}
      search={search}
      onSearch={setSearch}
      createsAdmin={createsAdmin}
      onAdministrator={(opened) => void navigate({ to: opened ? '/users/administrador' : '/users', search })}
    />
  )
}
