/** The switches of the notices, one for each kind that the role can get: docs/rules.md#notices */
import { Divider, Stack, Switch } from '@mantine/core'
import '@mantine/core/styles/Switch.layer.css'
import { useScreenSetting } from '../../device/useScreenSetting.ts'
import { ALL_ON, isOn, kindsFor, switched } from '../../domain/notices/kinds.ts'
import { receivesPush } from '../../domain/notices/push.ts'
import { roleOf } from '../../domain/session/role.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { NotificationPermission } from './NotificationPermission.tsx'
import { PushSwitch } from './push/PushSwitch.tsx'
import { usePush } from './push/usePush.ts'

export function NoticeSettings({ user }: { readonly user: SessionUser }) {
  const { value, save } = useScreenSetting(user.id, 'notices')
  const push = usePush(user.id)
  const switches = value ?? ALL_ON
  const kinds = kindsFor(roleOf(user))
  // The switch of this device says the same about its permission.
  const asksHere = push.state !== undefined && push.state !== 'on' && push.state !== 'blocked'
  return (
    <Stack gap="md" role="group" aria-label="Quais avisos receber">
      {kinds.map(({ kind, label, help }) => (
        <Switch
          key={kind}
          label={label}
          description={help}
          checked={isOn(switches, kind)}
          // Not read yet: a change would be made from the wrong state.
          disabled={value === undefined}
          onChange={({ currentTarget }) => save(switched(switches, kind, currentTarget.checked))}
        />
      ))}
      <Divider />
      {receivesPush(roleOf(user)) ? <PushSwitch push={push} /> : null}
      {asksHere && kinds.some(({ kind }) => kind === 'schedule') ? (
        <NotificationPermission key={push.state} />
      ) : null}
    </Stack>
  )
}
