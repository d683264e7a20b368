#ifndef GESTURED_CTOML_H
#define GESTURED_CTOML_H

#endif
