/** 'Informações adicionais': free text. */
import { Textarea } from '@mantine/core'
import { FormSection } from './FormSection.tsx'
import { fieldProps } from './fields.ts'
import type { SectionProps } from './form-setting.ts'
import classes from './LeadForm.module.css'
import { notesSummary } from './section-summaries.ts'

export function NotesSection({ setting, errors, set, text }: SectionProps & { readonly text: string }) {
  return (
    <FormSection title="Observações" summary={setting.compact ? notesSummary(text) : undefined}>
      <Textarea
        {...fieldProps(setting.form, 'additional_information', errors)}
        className={classes.full ?? ''}
        value={text}
        maxLength={4000}
        autosize
        minRows={3}
        maxRows={12}
        onChange={(event) => set({ lead: { additional_information: event.currentTarget.value } })}
      />
    </FormSection>
  )
}
