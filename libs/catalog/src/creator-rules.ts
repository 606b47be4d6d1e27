/** The highest number of packages of a creator, drafts included. */
export const maxPackages = 20;
export const tooManyPackages = `Please add at most ${maxPackages} packages`;
