// The viewer of 3D models brings its decoder of compressed meshes along, and takes it into use once a script at a
// place of its own has loaded (three.js and model-viewer). This is the script; there is nothing left for it to do.
