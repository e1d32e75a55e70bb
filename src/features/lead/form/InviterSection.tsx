/** 'Informações do Indicador': channel, inviter, dealership and proposal of the lead. */
import { TextInput } from '@mantine/core'
import { choosable } from '../../../domain/catalogue/catalogue.ts'
import type { LeadFields } from '../../../domain/lead/changes.ts'
import { referralPartners } from '../../../domain/lead/creation-scope.ts'
import { inviterOptions, mayChangePhoneOf, mayChooseInviter } from '../../../domain/lead/form-rules.ts'
import { latestDay } from '../../../domain/lead/save-rules.ts'
import { phoneTyping } from '../../../domain/phone/phone-typing.ts'
import layout from '../../../ui/FormLayout.module.css'
import { type Choice, IdSelect } from '../../../ui/IdSelect.tsx'
import { MaskedInput, maskOf } from '../../../ui/MaskedInput.tsx'
import { FormSection } from './FormSection.tsx'
import { fieldProps } from './fields.ts'
import type { FormSetting, SectionProps } from './form-setting.ts'
import { MomentField } from './MomentField.tsx'
import { inviterSummary } from './section-summaries.ts'
import { phoneFormat } from './typed-values.ts'

interface InviterSectionProps extends SectionProps {
  readonly lead: LeadFields
  readonly inviterPhone: string
  /** The inviter is the user, with a given channel: neither can be chosen. */
  readonly fixedInviter: boolean
  /** Returns the server's clock as this device knows it, in epoch ms. */
  readonly nowMs: () => number
}

/** A referral has the user's own partners or the default. Other forms have all partners. */
function partnerChoices(
  { mode, user, catalogues, lead: saved }: FormSetting,
  chosen: number | null,
): readonly Choice[] {
  const all = choosable(catalogues.partnerRows.values(), saved?.partner_id, chosen)
  if (mode !== 'referral') return all
  const own = referralPartners(user)
  return all.filter(({ id }) => own.includes(id))
}

const OWN_PHONE = 'Mude o seu telefone no perfil'

export function InviterSection(props: InviterSectionProps) {
  const { setting, errors, set, lead, inviterPhone, fixedInviter, nowMs } = props
  const { form, role, catalogues, mode } = setting
  const field = (name: string) => fieldProps(form, name, errors)
  const fixed = fixedInviter || !mayChooseInviter(role, setting.lead?.state ?? null)
  const chosen = lead.inviter_id === null ? undefined : catalogues.users.get(lead.inviter_id)
  const ownPhone = chosen?.id === setting.user.id
  const mayChangePhone = chosen !== undefined && mayChangePhoneOf(chosen, setting.user)
  const partners = partnerChoices(setting, lead.partner_id)
  const chooseInviter = (inviter_id: number | null) =>
    set({
      lead: { inviter_id },
      inviter_phone: inviter_id === null ? '' : (catalogues.users.get(inviter_id)?.phone ?? ''),
    })
  return (
    <FormSection
      title="Informações do Indicador"
      summary={setting.compact ? inviterSummary(lead, catalogues) : undefined}
    >
      <IdSelect
        {...field('channel_id')}
        className={layout.wide ?? ''}
        value={lead.channel_id}
        choices={choosable(catalogues.channels.values(), setting.lead?.channel_id, lead.channel_id)}
        required
        disabled={fixedInviter}
        onChange={(channel_id) => (channel_id === null ? undefined : set({ lead: { channel_id } }))}
      />
      <IdSelect
        {...field('inviter_id')}
        className={layout.wide ?? ''}
        value={lead.inviter_id}
        choices={inviterOptions([...catalogues.users.values()], lead.inviter_id)}
        required={!fixed}
        disabled={fixed}
        onChange={chooseInviter}
      />
      {mode === 'referral' ? null : (
        <MaskedInput
          {...field('inviter_phone')}
          value={inviterPhone}
          {...maskOf(phoneTyping(phoneFormat(role)))}
          type="tel"
          required={lead.inviter_id !== null}
          disabled={chosen === undefined || (!mayChangePhone && !ownPhone)}
          readOnly={ownPhone && !mayChangePhone}
          description={ownPhone && !mayChangePhone ? OWN_PHONE : undefined}
          onChange={(inviter_phone) => set({ inviter_phone })}
        />
      )}
      <IdSelect
        {...field('partner_id')}
        className={layout.wide ?? ''}
        value={lead.partner_id}
        choices={partners}
        disabled={mode === 'referral' && partners.length < 2}
        onChange={(partner_id) => set({ lead: { partner_id } })}
      />
      <TextInput
        {...field('proposal')}
        value={lead.proposal ?? ''}
        maxLength={60}
        autoComplete="off"
        onChange={(event) => set({ lead: { proposal: event.currentTarget.value || null } })}
      />
      <MomentField
        {...field('proposal_date')}
        className={layout.wide}
        nowMs={nowMs}
        latest={latestDay('proposal_date', lead.channel_id, setting.today)}
        value={lead.proposal_date}
        onChange={(proposal_date) => set({ lead: { proposal_date } })}
      />
    </FormSection>
  )
}
