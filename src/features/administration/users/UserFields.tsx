/** The fields of a user, by role: staff has a team, referrers have a channel. */

import { Divider, Group, SimpleGrid, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { isAdministration, isStaff } from '../../../domain/permissions/roles.ts'
import { isActive } from '../../../domain/session/active.ts'
import '@mantine/core/styles/Switch.layer.css'
import type { ManagedUser } from '../../../contract/administration/users.ts'
import type { Catalogues } from '../../../db/mirror/catalogues.ts'
import { choosable, type TechnicalTeam } from '../../../domain/catalogue/catalogue.ts'
import { PHONE_TYPING } from '../../../domain/phone/phone-typing.ts'
import { type Choice, IdSelect } from '../../../ui/IdSelect.tsx'
import { ManySelect } from '../../../ui/ManySelect.tsx'
import { MaskedInput, maskOf } from '../../../ui/MaskedInput.tsx'
import { EmailField } from './EmailField.tsx'
import { NO_ROLE, USER_WORDS, type UserValues } from './user-form.ts'

interface UserFieldsProps {
  readonly form: UseFormReturnType<UserValues>
  readonly catalogues: Catalogues
  readonly teams: readonly TechnicalTeam[]
  readonly roles: readonly Choice[]
  /** null: a new one. The login is given once. */
  readonly user: ManagedUser | null
  /** The actor may mark who works on a shared tablet. */
  readonly marksTablets: boolean
  /** The role is administrator, and no other. */
  readonly createsAdmin: boolean
}

const ADMINISTRATOR_HELP = 'Um administrador pode tudo'
const GROUP_DIGITS = 15

const digitsUpTo = (most: number) => (text: string) => text.replace(/\D/g, '').slice(0, most)
const asTime = (digits: string) => (digits.length > 2 ? `${digits.slice(0, 2)}:${digits.slice(2)}` : digits)

export function UserFields({
  form,
  catalogues,
  teams,
  roles,
  user,
  marksTablets,
  createsAdmin,
}: UserFieldsProps) {
  const { values, errors, setValues } = form
  const isOfStaff = isStaff(values.role)
  const becomesAdmin = user !== null && isAdministration(values.role) && !isAdministration(user.roles[0]?.id)
  const masked = (field: 'phone' | 'work_start' | 'renovator_hierarchical_group') => ({
    error: errors[field],
    onChange: (value: string) => setValues({ [field]: value }),
  })
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextInput label={USER_WORDS.name} required data-autofocus {...form.getInputProps('name')} />
        <EmailField form={form} user={user} />
        {user === null ? (
          <TextInput
            label="Login"
            required
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...form.getInputProps('login')}
          />
        ) : (
          <TextInput label="Login" value={values.login} disabled />
        )}
        <MaskedInput
          label={USER_WORDS.phone}
          required
          {...maskOf(PHONE_TYPING)}
          value={values.phone}
          {...masked('phone')}
        />
        {createsAdmin ? (
          <TextInput
            label="Perfil"
            description={ADMINISTRATOR_HELP}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value="Administrador"
            disabled
          />
        ) : (
          <IdSelect
            label="Perfil"
            required
            choices={roles}
            keepOrder
            value={values.role === NO_ROLE ? null : values.role}
            onChange={(role) => setValues({ role: role ?? 0 })}
            error={errors.role}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            // The line is there whatever the role: the fields below do not move.
            description={becomesAdmin ? ADMINISTRATOR_HELP : '\u00a0'}
          />
        )}
        {values.role === NO_ROLE ? (
          <TextInput label="Equipe técnica ou canal" placeholder="Escolha antes o perfil" disabled />
        ) : isOfStaff ? (
          <IdSelect
            label="Equipe técnica"
            clearable
            choices={choosable(teams, values.technical_team_id).map(({ id, description }) => ({
              id,
              name: description,
            }))}
            value={values.technical_team_id}
            onChange={(technical_team_id) => setValues({ technical_team_id })}
            error={errors.technical_team_id}
          />
        ) : (
          <IdSelect
            label="Canal"
            required
            choices={choosable(catalogues.channels.values(), values.channel_id)}
            value={values.channel_id}
            onChange={(channel_id) => setValues({ channel_id })}
            error={errors.channel_id}
          />
        )}
        <MaskedInput
          label={USER_WORDS.renovator_hierarchical_group}
          description="Até 15 dígitos"
          inputMode="numeric"
          value={values.renovator_hierarchical_group}
          clean={digitsUpTo(GROUP_DIGITS)}
          format={(digits) => digits}
          {...masked('renovator_hierarchical_group')}
        />
        <MaskedInput
          label={USER_WORDS.work_start}
          description="O horário deve estar entre 08:30 e 12:00"
          placeholder="HH:MM"
          inputMode="numeric"
          value={values.work_start.replace(':', '')}
          clean={digitsUpTo(4)}
          format={asTime}
          error={errors.work_start}
          onChange={(digits) => setValues({ work_start: asTime(digits) })}
        />
      </SimpleGrid>
      <Textarea
        label={USER_WORDS.observation}
        autosize
        minRows={2}
        maxRows={2}
        maxLength={500}
        {...form.getInputProps('observation')}
      />
      <Divider label="Concessionárias" labelPosition="left" />
      <Group gap="lg">
        <Switch
          label={USER_WORDS.active_all_dealerships}
          {...form.getInputProps('active_all_dealerships', { type: 'checkbox' })}
        />
      </Group>
      <ManySelect
        label="Concessionárias"
        disabled={values.active_all_dealerships}
        placeholder={
          values.active_all_dealerships
            ? 'Todas'
            : values.partners.length === 0
              ? 'Escolha as concessionárias'
              : ''
        }
        choices={choosable(catalogues.partnerRows.values(), ...values.partners)}
        value={values.active_all_dealerships ? [] : values.partners}
        onChange={(partners) => setValues({ partners })}
        error={errors.partners}
      />
      {marksTablets ? (
        <Switch
          label={USER_WORDS.shared_tablet}
          description="Na próxima entrada o aparelho é protegido, e a próxima senha tem ao menos 12 caracteres"
          {...form.getInputProps('shared_tablet', { type: 'checkbox' })}
        />
      ) : null}
      <Switch
        label={USER_WORDS.status}
        checked={isActive(values)}
        onChange={(event) => setValues({ status: event.currentTarget.checked ? 1 : 0 })}
        error={errors.status}
      />
    </Stack>
  )
}
