/** The reports that have the panel 'E se?'; the diagnosis has one for each tab. docs/rules.md#what-if */
export type WhatIfReport = 'attendance' | 'calls' | 'diagnosis_new' | 'diagnosis_renewal'
