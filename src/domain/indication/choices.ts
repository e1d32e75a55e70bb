/** What is chosen in the details of a line. No schema is loaded here. */
export const VEHICLE_TYPES = ['Novo', 'Usado'] as const
export const RESIDENCE_TYPES = ['Habitual', 'Veraneio'] as const
export const SPECIES = ['Cão', 'Gato'] as const
export const MARITAL_STATUSES = ['Solteiro', 'Casado', 'Divorciado', 'Viúvo'] as const
export const PURPOSES = ['Competição', 'Lazer', 'Transporte'] as const
