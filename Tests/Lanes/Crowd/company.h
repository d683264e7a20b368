// Scenes of a finger, a victim that listens to it, and two users of attackers.
#pragma once

// Plays scenes: SOCKET STROKES SCENE…
int play_scenes(int count, char **arguments);
