// What the build puts in.

/** Addresses of files that are not modules. */
declare const ASSETS: { icons: string; mapShared: string; mapPage: string; mapStyle: string };
declare const SHELL_FILES: string[];
declare const SHELL_PLACES: string[];
declare const SHELL_VERSION: string;
