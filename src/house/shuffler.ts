/** What deals the cards: a shoe that is shuffled when it is used up, or a machine into which they go back after each round. */
export const SHUFFLERS = ['shoe', 'continuous'] as const
export type Shuffler = (typeof SHUFFLERS)[number]
