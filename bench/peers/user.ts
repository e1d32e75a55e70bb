/** The user whose mirror is measured. */
import type { SessionUser } from '../../src/domain/session/session-user.ts'

export const USER: SessionUser = {
  id: 1,
  name: 'Measurement',
  login: 'bench',
  email: 'bench@exemplo.com.br',
  phone: '31999990000',
  roles: [{ id: 1, name: 'Administrador' }],
  channel_id: 1,
  channel: { id: 1, name: 'Canal' },
  partners: [],
  technical_team: null,
}
