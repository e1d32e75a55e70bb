/** /users, and /users/administrador: over the list the dialog of a new administrator. docs/rules.md#users */
import { useNavigate } from '@tanstack/react-router'
import type { SessionUser } from '../domain/session/session-user.ts'
import { UsersScreen } from '../features/administration/users/UsersScreen.tsx'

interface UsersRouteProps {
  readonly user: SessionUser
}

export const UsersRoute = ({ user }: UsersRouteProps) => <Users user={user} createsAdmin={false} />

export const NewAdministratorRoute = ({ user }: UsersRouteProps) => <Users user={user} createsAdmin />

function Users({ user, createsAdmin }: UsersRouteProps & { readonly createsAdmin: boolean }) {
  const navigate = useNavigate()
  return (
    <UsersScreen
      user={user}
      createsAdmin={createsAdmin}
      onAdministrator={(opened, search) =>
        void navigate({ to: opened ? '/users/administrador' : '/users', search })
      }
    />
  )
}
