/** The list of users, and over it the dialog of a new administrator. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { UsersScreen } from '../features/administration/users/UsersScreen.tsx'
import { usersSearchSchema } from '../features/administration/users/users-search.ts'
import { useSessionUser } from '../features/session/useSessionUser.ts'

export function UsersRoute({ createsAdmin }: { readonly createsAdmin: boolean }) {
  const user = useSessionUser()
  const search = usersSearchSchema.parse(useSearch({ strict: false }))
  const navigate = useNavigate()
  if (user === null) return null
  return (
    <UsersScreen
      user={user}
      search={search}
      onSearch={(next) => void navigate({ to: '.', search: next, replace: true })}
      createsAdmin={createsAdmin}
      onAdministrator={(opened) => void navigate({ to: opened ? '/users/administrador' : '/users', search })}
    />
  )
}
